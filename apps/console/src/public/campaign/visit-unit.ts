/** The phrase unit of this page (build/campaign-page.ts). */
export const VISIT_UNIT = 'visit'
