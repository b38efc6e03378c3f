/** What is imported when the program runs, types left out: no cycles, and SQL in stores only. */

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'sql-in-stores',
      comment: 'SQL lives in stores, the platform, migrations and the sandbox providers',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '[sS]tore\\.ts$',
          '^server/(platform|migrations|testing|providers)/',
          '^server/http/health\\.ts$',
          '\\.test\\.ts$',
        ],
      },
      to: { path: 'node_modules/kysely/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: false,
    exclude: { path: '^dist/|^data/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
