// Paying the platform service fee, asked for from anywhere: by a call that is refused while it is unpaid. How it is
// paid belongs to app/, which sets it here.
let show: () => Promise<void> = () => Promise.resolve()

export function setServiceFeePayment(given: typeof show): void {
  show = given
}

/** Resolves when the dialog is closed, whether it was paid or not. */
export function askServiceFee(): Promise<void> {
  return show()
}
