// The password of all people in tests.
export const PASSWORD = 'correct-horse'
/** PASSWORD, hashed with the cheapest Argon2id settings. The hash determines the cost of a check. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$YUfuGAKW4SvNPaKWzuMaEA$Yx5SNLblhUkXZhDHP1Mt1erat6iz8V19qgQJIlH841c'
