import type { Phrases } from '../phrases.ts'

export const feedback: Phrases['feedback'] = {
  fields: {
    kind: 'Type',
    text: 'Message',
    contact: 'Contact',
    pictures: 'Pictures',
    page: 'Page',
    version: 'Version',
    answered: 'Answered',
    position: 'Picture number',
    answer: 'Answer',
    developerId: 'Developer',
    state: 'State',
  },
  titles: { form: 'Feedback', success: 'Feedback sent' },
  kinds: { problem: 'Problem', suggestion: 'Suggestion', question: 'Question', other: 'Other' },
  form: {
    sentence:
      'Tell us what does not work well, what is missing, or what is unclear. The platform reads all feedback and answers with a message.',
    textHelp: 'For a problem, describe what you did, what you saw and what you expected.',
    contactHelp: 'An email address or phone number, in case we need to know more.',
    sentAlong: 'Sent along: version {version} of the center',
    sentAlongFrom: 'Sent along: the page {page} and version {version} of the center',
    submit: 'Send feedback',
  },
  pictures: {
    help: 'PNG, JPEG or WebP, up to {count, number} pictures of {max, number} MB each.',
    add: 'Add pictures',
    drop: 'or drop them here, or paste a screenshot',
    alt: 'Picture {n, number}',
    remove: 'Remove picture {n, number}',
    full: 'At most {count, number} pictures. The others were not added.',
  },
  success: {
    title: 'Thank you for your feedback',
    sentence: 'We have received it. You get a message with the answer, and you can read it on the feedback page.',
    earlier: 'View my feedback',
    back: 'Back to the previous page',
  },
  earlier: {
    title: 'Your earlier feedback',
    sentence: 'Only you and the platform can see it.',
    emptyTitle: 'No feedback yet',
    emptySentence: 'Your feedback and the answers will appear here.',
    open: 'Not answered yet',
    answered: 'Answered',
    answer: 'Answer of the platform',
    showPictures: '{count, plural, one {Show # picture} other {Show # pictures}}',
  },
}
