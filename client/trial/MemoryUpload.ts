/** Bytes that have come of each upload: how many, not which */
const arrived = new Map<string, number>()
const endpoint = '/service/uploads'
let last = 0

/** As much of `XMLHttpRequest` as the sender of photos needs to speak tus (https://tus.io) with nobody: it counts the bytes and drops them */
export class MemoryUpload {
  status = 0
  responseText = ''
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly upload = { onprogress: null as ((event: { lengthComputable: true; loaded: number }) => void) | null }
  #method = ''
  #path = ''
  #answered: Readonly<Record<string, string>> = {}
  #given: Record<string, string> = {}

  open(method: string, address: string): void {
    this.#method = method
    this.#path = new URL(address, location.origin).pathname
  }

  setRequestHeader(name: string, value: string): void {
    this.#given[name.toLowerCase()] = value
  }

  getResponseHeader(name: string): string | null {
    return this.#answered[name.toLowerCase()] ?? null
  }

  send(body: Blob | null = null): void {
    queueMicrotask(() => {
      this.#answer(body)
      this.upload.onprogress?.({ lengthComputable: true, loaded: body?.size ?? 0 })
      this.onload?.()
    })
  }

  abort(): void {}

  #answer(body: Blob | null): void {
    if (this.#method === 'POST') {
      last += 1
      const path = `${endpoint}/${last}`
      arrived.set(path, 0)
      this.status = 201
      this.#answered = { location: path }
      return
    }
    const before = arrived.get(this.#path)
    if (before === undefined) {
      this.status = 404
      return
    }
    const offset = before + (body?.size ?? 0)
    arrived.set(this.#path, offset)
    this.status = this.#method === 'HEAD' ? 200 : 204
    this.#answered = {
      'upload-offset': String(offset),
      'upload-length': this.#given['upload-length'] ?? String(offset),
    }
  }
}
