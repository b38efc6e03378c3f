/** What was read of a photo of a passport: its second line proven and agreed upon, null where there is none; its first line as it was seen. */
export interface ZoneLines {
  readonly numbers: string | null
  readonly name: string
}
