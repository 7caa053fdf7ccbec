export { RightsMatrix } from '../rights-matrix.tsx'
export { RightsView } from '../rights-view.tsx'
