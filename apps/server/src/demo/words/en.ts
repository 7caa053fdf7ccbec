// Every English text of the demo. Names of modules have 10 characters at most, those of campaigns 19.
import type { Words } from './zh-cn.ts'

/** Words, each with its form in addresses. */
const slugged = (text: string) => text.split(' ').map((word): [string, string] => [word, word.toLowerCase()])

export const en: Words = {
  developer: 'Example Software',
  person: 'Emily Carter',
  profile: {
    brief: 'Design, accounting and analytics software for mid-sized companies.',
    introduction:
      'Example Software makes tools for design and analytics. More than 60 companies and 500 people use them.',
    title: 'Support',
  },
  trial: {
    developer: 'Trial Studio',
    person: 'Tom Reyes',
    product: { name: 'Daybreak Sketchpad', display: 'Daybreak', brief: 'Sketches and storyboards on tablets.' },
    template: 'Daybreak cloud, 30 days',
    users: ['Abby Stone', 'Max Field', 'Joe Lake'],
  },

  products: {
    star: {
      name: 'Starchart Design Suite',
      display: 'Starchart',
      brief: '3D modeling and rendering for industrial design teams.',
      modules: { modeling: 'Modeling', rendering: 'Rendering', animation: 'Animation', team: 'Teamwork' },
      items: {
        edition: 'Edition',
        nodes: 'Render nodes',
        token: 'Service token',
        basic: 'Basics',
        render: 'Rendering',
        service: 'Service',
      },
    },
    books: {
      name: 'Greenfield Books',
      display: 'Greenfield',
      brief: 'Online bookkeeping and tax returns for small businesses.',
      modules: { ledger: 'Ledger', tax: 'Tax' },
    },
    rock: { name: 'Bedrock Crypto Middleware', display: 'Bedrock', brief: 'Middleware for encryption and signatures.' },
    render: { name: 'Keenlight Renderer', display: 'Keenlight' },
    bi: { name: 'Tideline BI', display: 'Tideline BI', brief: 'Self-service analytics, from database to dashboard.' },
  },
  templates: {
    starMobile: 'Starchart mobile, permanent',
    renderEdge: 'Keenlight edge node, one year',
    biFair: 'Tideline BI trade show trial',
    starYear: 'Starchart Professional, yearly',
    booksDaily: 'Greenfield Books, by the day',
    starTrial: 'Starchart 30-day trial',
    starPackage: 'Starchart standard package',
    rockSingle: 'Bedrock single device, permanent',
    starSingle: 'Starchart single device, one year',
    starGroup: 'Starchart group, 50 seats',
    suiteDevices: 'Design bundle, per device',
    starDongle: 'Starchart dongle, permanent',
    rockDongleYear: 'Bedrock dongle, another year',
    rockDongleFirst: 'Bedrock dongle, first year',
    renderCloud: 'Keenlight cloud preview',
    biTaste: 'Tideline BI preview',
  },
  offers: { standard: 'Standard year', business: 'Business year', mobile: 'Mobile half year' },
  tags: { key: 'Key account', design: 'Design', render: 'Rendering', renewal: 'Renewal', trial: 'Trial' },
  customers: {
    yunqi: {
      name: 'Lakeside Architects',
      contact: 'Nathan Cole',
      phone: '415-5550166',
      email: 'it@lakeside-arch.example',
      address: '18 Lakeside Drive, Oakland, CA 94612',
      remark: 'Annual framework contract, renewed every March.',
    },
    beichen: {
      name: 'Northstar Automotive Research',
      contact: 'Grace Miller',
      phone: '13135550122',
      email: 'grace@northstar-auto.example',
    },
    qinghe: { name: 'Meadow Accounting', contact: 'Hannah Price', phone: '212-5550188' },
  },
  users: {
    shen: { account: 'nathan@lakeside-arch.example', userName: 'Nathan Cole', phone: '14155550101' },
    lu: { account: 'rachel@lakeside-arch.example', userName: 'Rachel Lewis' },
    zhao: { account: '13135550122', userName: 'Grace Miller', description: 'Contact for the render cluster.' },
    lab: { account: 'lab@northstar-auto.example', userName: 'Simulation lab' },
    han: { account: 'hannah@meadow-cpa.example', userName: 'Hannah Price' },
    showroom: 'Showroom computer 1',
    wu: { account: 'will@freelance.example', userName: 'Will Underwood' },
  },
  roles: {
    sales: { name: 'Channel sales', description: 'Manages users and customers, sees products and templates' },
    products: { name: 'Product manager', description: 'Defines products and templates' },
  },
  integrator: {
    name: 'East Coast Integration',
    contact: 'Chris Dalton',
    phone: '617-5550166',
    email: 'chris@eastcoast.example',
  },
  staff: 'Jason Reed',
  invited: { account: 'zoe@sealwright.example', userName: 'Zoe Walsh' },
  head: { account: 'sarah@sealwright.example', userName: 'Sarah Lane' },
  finance: { account: 'helen@sealwright.example', userName: 'Helen Grant' },
  places: slugged(
    'Ridgeway Clearwater Bayshore Galaxy Panorama Steadfast Hawthorne Lighthouse Ironwood Franklin ' +
      'Harvest Midland Voyager Tailwind Redwood Kingston Riverside Skyline Eastgate Westfield',
  ),
  trades: [
    ['Architects', 'arch'],
    ['Precision', 'precision'],
    ['Medical', 'medical'],
    ['Auto Parts', 'auto'],
    ['Accounting', 'cpa'],
    ['Digital Media', 'media'],
    ['College', 'college'],
    ['Energy', 'energy'],
    ['Rail', 'rail'],
    ['Logistics', 'logistics'],
  ],
  surnames: slugged(
    'Adams Baker Clark Davis Evans Foster Garcia Hughes Ingram Johnson ' +
      'Kelly Lopez Morgan Nelson Owens Parker Quinn Rivera Stewart Turner',
  ),
  given: 'Amy Ben Cal Dan Eva Fay Gina Hal Ivy Jim Kim Leo Mia Ned Ola Paul Ruth Sam Tara Vic Wes Xena Yan Zoe'.split(
    ' ',
  ),
  companyOf: (place, trade) => `${place} ${trade}`,
  fullName: (surname, given) => `${given} ${surname}`,
  phoneOf: (n) => `415-555${String(n % 10_000).padStart(4, '0')}`,
  mobileOf: (part, rest) => `165${part}${rest}`,
  visitors: ['lena', 'chad', 'sue', 'hank', 'fay', 'todd'],
  systems: ['Windows 11', 'Windows 10', 'Windows Server 2022', 'Ubuntu 24.04', 'macOS 15', 'Debian 12'],
  remarks: ['Contract 2025-{n}', 'Renewal', 'Trade show order', 'Web shop', 'Channel order {n}'],
  reasons: {
    lock: ['Payment overdue', 'Suspected leak', 'Paused at the request of the customer'],
    delete: ['Canceled by the customer', 'Issued by mistake', 'Contract ended'],
    unpaid: 'Payment overdue',
    paid: 'Paid',
    ended: 'Contract ended',
  },
  userFile: (n) => `New users ${n}.csv`,
  oldUsersFile: 'Users of the old system.csv',
  batch: {
    shop: 'Web shop',
    stock: 'Channel stock',
    gift: 'Bundled with devices',
    wrong: 'Wrong batch, undone',
  },

  money: { gift: 'New Year gift', demo: 'Demo' },
  feedback: {
    first: {
      text: 'After issuing many codes at once, I want to send them to several customers, not to each one by hand.',
      answer: 'Thank you. For now, export them and send them by customer. Sending by customer is on our list.',
    },
    second: {
      text: 'Can reminders of expiring licenses also go to our resellers?',
      contact: 'demo@sealwright.example',
    },
  },

  approval: {
    flows: { channel: 'Channel codes', extension: 'Long extensions', large: 'Large issues' },
    fair: 'Trade show giveaway',
    approved: 'Ridgeway Architects',
    rejected: 'Clearwater Precision',
    rejectedWhy: 'The framework contract has ended. Renew it first.',
    resubmitted: 'Bayshore Digital Media',
    unclear: 'Please say what they are for',
    clear: 'For five workstations in the new office',
    withdrawn: 'Wrong number',
    withdrawnWhy: 'The number was wrong, I will ask again',
    asked: 'Lighthouse Logistics',
    question: 'What is the contract number?',
    half: 'Ironwood Energy',
    waiting: 'Harvest Medical',
    team: 'New design team',
    site: 'Server room 2',
  },

  campaigns: {
    launch: {
      name: 'Keenlight launch',
      introduction: 'The new Keenlight Renderer is here. The first 60 users try cloud rendering for 30 days, for free.',
      links: ['Launch venue', 'Newsletter'],
    },
    pilot: {
      name: 'Tideline BI pilot',
      introduction: 'Sign up and try Tideline BI for 14 days.',
      links: ['Channel A', 'Channel B'],
    },
    spring: {
      name: 'Keenlight creators',
      introduction: 'For creators: 15 days of cloud rendering, on up to 8 nodes at once.\nWhile places last.',
      links: ['Newsletter', 'Home page', 'Campus tour', 'Video channel'],
    },
    school: {
      name: 'BI on campus',
      introduction: 'For students and teachers: two weeks of Tideline BI for free.',
      links: ['Campus poster', 'Class chat'],
    },
    summer: {
      name: 'Keenlight camp',
      introduction: 'Camp members render in the cloud for 30 days.',
      links: ['Camp handbook', 'Live stream'],
    },
    loyal: { name: 'BI thank-you', introduction: '', links: ['Mail'] },
  },
  printed: /venue|tour|poster/,
  blocked: {
    domains: 'Throwaway mail addresses',
    network: 'Data center, mass registration',
    prefix: 'Virtual numbers',
    account: 'Resold after repeated participation',
  },
  spreadCodes: ['newsletter', 'social_0412', 'ads_sem'],
  keywords: ['free cloud rendering', 'renderer trial', 'GPU rendering'],

  lending: {
    lender: 'lending@ridgeway-arch.example',
    late: { person: 'Gina Evans', note: 'Project abroad', machine: 'EVANS-LAPTOP' },
    returned: { person: 'Henry Parker', note: 'Business trip', machine: 'PARKER-LAPTOP' },
    revoked: { person: 'Daniel Lopez', note: 'Contractor', machine: 'LOPEZ-PC', reason: 'Project ended' },
    held: { person: 'Noah Johnson', note: 'On-site support', machine: 'JOHNSON-LAPTOP', wrong: 'Wrong number of days' },
    next: { person: 'Mia Quinn', note: 'Business trip next week' },
  },
  devices: { line: (n) => `LINE-${n}`, old: 'OLD-IPC', attachment: 'attachment.c2d' },
  programs: { star: 'starchart.exe', rock: 'bedrock.exe' },
  locks: {
    remarks: ['Building 3, design', 'Spare', 'Rented, to be returned', null],
    returned: 'Returned lock',
    wrong: 'Wrong lock',
    first: 'First batch',
    renewal: 'Renewal',
    lost: 'Reported lost by the customer',
    found: 'Found again',
    fresh: 'New computer',
  },

  mails: {
    invitation: {
      name: 'Invitation to activate',
      subject: '{developerName} invites you to activate your account',
      title: 'Welcome',
      text:
        'Hello {userName},</p><p>{developerName} created the account <strong>{account}</strong> for you. ' +
        'Activate it within {days} days:',
      button: 'Activate account',
      code: 'Or enter the activation code {activationCode} on the activation page.',
    },
    account: {
      name: 'New account',
      subject: '{developerName} created an account for you',
      body:
        '<p>Hello {userName},</p><p>{developerName} created the account {account} for you.</p>' +
        '<ul><li><p>First <a href="{passwordLink}">set a password</a></p></li><li><p>Then sign in</p></li></ul>',
    },
    offer: {
      name: 'Returning customers',
      subject: 'An offer by {developerName}',
      body: '<h2>Limited offer</h2><p>{productName}, until {expireTime}: <a href="{campaignUrl}">take part</a>.</p>',
      rejected: 'Please say how to unsubscribe from promotion mails',
    },
    activated: {
      name: 'Activated',
      subject: 'Your account at {developerName} is activated',
      body: '<p>{userName}, your account {account} is activated.</p>',
    },
  },
  senders: {
    service: 'Sailcloth Software',
    news: 'Sailcloth News',
    domain: 'sailcloth.example',
    user: 'sailcloth-news',
  },
  shop: { key: 'Web shop', endpoint: 'Order system of the web shop' },
  messages: { declined: 'Luke Young' },

  desk: {
    drafts: { title: 'Annual statements', text: 'The statements of last year can now be exported under Orders.' },
    letter: {
      title: 'Your mobile half-year package',
      text: 'Your mobile half-year package ends soon. Renew it at the price for existing customers: contact support.',
    },
    applications: [
      {
        company: 'Polaris Vision Inc.',
        statement: 'Inspection software on about 300 terminals. We plan to use license codes and dongles.',
        person: 'Gary Young',
      },
      {
        company: 'Bamboo Creative Studio',
        statement: 'An illustration tool for single artists. We start with cloud licenses.',
        person: 'Joan Green',
      },
      {
        company: 'Riverbank Data LLC',
        statement: 'Just looking around.',
        person: 'Jim Carroll',
        rejected: 'Please add your business registration and a description of your product',
      },
    ],
    note: 'Likely to renew. Customer success calls once a quarter.',
    corrections: {
      done: 'Compensation for the outage in March',
      waiting: 'Difference to the contract discount',
      rejected: 'Compensation asked for twice',
      rejectedWhy: 'March is already compensated',
    },
    priceReason: 'New price list from next year',
    operators: { admin: 'Platform administrator', reviewer: 'Platform reviewer' },
    suspended: {
      developer: 'Suspended Example Inc.',
      person: 'Sid Stone',
      reason: 'Overdue bills, no answer to reminders',
    },
  },
}
