// What a calendar button loads when it is first pressed, as one file.
export { MomentPicker } from './moment-picker.tsx'
export { PeriodPicker } from './period-picker.tsx'
