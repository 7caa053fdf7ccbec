// How the command ends. Scripts rely on these numbers.

export const EXIT = { done: 0, refused: 1, usage: 2, notSignedIn: 3, unreachable: 4 } as const
type Exit = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command with a message for the person at the terminal. */
export class Failure extends Error {
  readonly exit: Exit
  constructor(exit: Exit, message: string) {
    super(message)
    this.exit = exit
  }
}

export const usage = (message: string) => new Failure(EXIT.usage, message)
