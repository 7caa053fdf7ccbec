// What other pages show of approval requests. They load it on demand, so that the calls stay out of the shell.
export { TaskRequests } from './task-requests.tsx'
