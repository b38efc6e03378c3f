import { connect } from 'node:net'

/** Sends bytes as they are and gathers what comes back until the server closes, or for some seconds. */
export function sendRaw(port: number, bytes: string, seconds = 3): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const done = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed })
    }
    const timer = setTimeout(done, seconds * 1000, false)
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.once('error', () => done(true))
    socket.once('close', () => done(true))
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}
