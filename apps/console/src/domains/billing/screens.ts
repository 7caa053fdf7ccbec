// The rows of the screen table about money. The specification names no address of theirs; the menu shows them in this order.
import type { ScreenRow } from '../../lib/screen.ts'

export const billingScreens: ScreenRow[] = []
