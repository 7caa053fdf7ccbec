/** Participants and the report of a campaign. */
export const report = {
  views: 'Views',
  registrations: 'Registrations',
  participations: 'Participations',
  firstUses: 'First uses',
  methods: { link: 'Link', qr: 'QR code', mail: 'Mail' },
} as const
