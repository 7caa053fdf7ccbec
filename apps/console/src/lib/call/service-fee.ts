// Opens the payment of the platform service fee when a call is refused because it is unpaid. app/ provides the dialog
// with `setServiceFeePayment`.
let show: () => Promise<void> = () => Promise.resolve()

export function setServiceFeePayment(given: typeof show): void {
  show = given
}

/** Resolves when the dialog is closed, paid or not. */
export function askServiceFee(): Promise<void> {
  return show()
}
