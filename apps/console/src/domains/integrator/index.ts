export { StockDialog } from './stock-dialog.tsx'
