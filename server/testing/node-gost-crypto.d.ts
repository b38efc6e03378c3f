declare module 'node-gost-crypto'
