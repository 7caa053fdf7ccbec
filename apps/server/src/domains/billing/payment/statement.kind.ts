// A payment in the statement of a provider.
export interface StatementLine {
  serial: string
  amountFen: number
  at: Date | null
  /** In the words of the provider. */
  state: string | null
  isPaid: boolean
}
