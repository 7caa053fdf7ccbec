// What only few screens say: it is loaded with the first of them, so that the way in carries none of it.
import { runtime } from './runtime-desk.ts'

export const enLater = { runtime }
