/** A mistake of the user, with a message that tells what to do. */
export class Mistake extends Error {}
