// The pages before the desk. They are apart from the session, because the screen table names them.
export const DESK_LOGIN = '/platform/login'
/** The steps between a correct password and the desk. */
export const DESK_CODE = '/platform/code'
export const DESK_SETUP = '/platform/setup'
