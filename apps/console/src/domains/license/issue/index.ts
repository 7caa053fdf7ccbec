// The parts of the issue screens that the screens of licenses in dongles use too.
export { OfferedTemplates } from './issue-template.tsx'
export { useWayBack } from './issue-way.ts'
