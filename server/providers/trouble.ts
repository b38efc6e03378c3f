/**
 * A vendor of money took no part in a call, and somebody has to do something about it: our keys are not accepted, the call is not to its taste.
 * `reason` is for the office and names nobody. `nothingMade`: this call has certainly made nothing; an earlier one
 * under the same key may have.
 */
export class RailTrouble extends Error {
  override name = 'RailTrouble'
  readonly reason: string
  readonly nothingMade: boolean

  constructor(reason: string, { nothingMade }: { nothingMade: boolean }) {
    super(reason)
    this.reason = reason
    this.nothingMade = nothingMade
  }
}
