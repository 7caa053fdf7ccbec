export { TagPicks } from './tag-picks.tsx'
