/** Wrong tries that void a one-time code. */
export const codeTries = 5
