export const controlLock = {
  noun: 'control lock',
  privileges: { reveal: 'Reveal the initial PIN of control locks', view: 'View control locks' },
  errors: { notFound: 'No such control lock', noPin: 'No initial PIN was registered for this control lock' },
  titles: { list: 'Control locks' },
} as const
