import { connect, createServer, type Server, type Socket } from 'node:net'

type State = 'whole' | 'cut' | 'dead'

/** A line to a database that a drill can cut (connections break, new ones are refused) or let go dead (nothing comes any more). */
export async function openLine(to: { readonly host: string; readonly port: number }) {
  let state: State = 'whole'
  const pairs = new Set<readonly [Socket, Socket]>()

  function carry(near: Socket): void {
    const far = connect(to.port, to.host)
    const pair = [near, far] as const
    pairs.add(pair)
    if (state === 'dead') for (const socket of pair) socket.pause()
    else near.pipe(far).pipe(near)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
  }

  async function listen(port: number): Promise<Server> {
    const server = createServer(carry)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    return server
  }

  let server: Server | undefined = await listen(0)
  const place = server.address()
  const port = typeof place === 'object' && place ? place.port : 0
  const cutAll = () => {
    for (const pair of [...pairs]) for (const socket of pair) socket.destroy()
  }

  return {
    port,
    async cut(): Promise<void> {
      state = 'cut'
      server?.close()
      server = undefined
      cutAll()
    },
    dead(): void {
      state = 'dead'
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
        near.pause()
        far.pause()
      }
    },
    /** New connections are carried again; those that went dead stay so, as after a failover. */
    async mend(): Promise<void> {
      state = 'whole'
      server ??= await listen(port)
    },
    close(): void {
      server?.close()
      cutAll()
    },
  }
}

export type Line = Awaited<ReturnType<typeof openLine>>
