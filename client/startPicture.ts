/**
 * The start screen drawn by the server stands in `#start` until the live one is there, and is never shown elsewhere.
 * Taken away in the same frame in which the live one is drawn, so nothing moves.
 */
export function dropStartPicture(): void {
  document.getElementById('start')?.remove()
}
