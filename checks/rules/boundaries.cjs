/** Who may know whom, types included. See docs/architecture.md; what happens at run time only is in runtime.cjs. */
const folder = (name) => `^${name}/`

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'contract/ imports itself, zod and the decimal library',
      severity: 'error',
      from: { path: folder('contract'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/', 'node_modules/(zod|big\\.js|@types/big\\.js)/'] },
    },
    {
      name: 'step-data-is-pure',
      comment: 'step.ts and flow.ts import contract and zod only',
      severity: 'error',
      from: { path: '^steps/([^/]+/step|flow)\\.ts$' },
      to: { pathNot: ['^contract/', 'node_modules/zod/'] },
    },
    {
      name: 'steps-keep-apart',
      severity: 'error',
      from: { path: '^steps/([^/]+)/' },
      to: { path: '^steps/', pathNot: '^steps/$1/' },
    },
    {
      name: 'steps-know-contract-and-ui',
      severity: 'error',
      from: { path: '^steps/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(client|office|server|checks|config)/' },
    },
    {
      name: 'ui-knows-contract',
      severity: 'error',
      from: { path: folder('ui'), pathNot: '^ui/gallery/|\\.test\\.tsx?$' },
      to: { path: '^(client|office|server|steps|checks|config)/' },
    },
    {
      name: 'browser-never-server',
      severity: 'error',
      from: { path: '^(client|office|ui)/|^steps/.*\\.tsx$' },
      to: { path: '^server/|^steps/[^/]+/server\\.ts$' },
    },
    {
      name: 'client-and-office-apart',
      severity: 'error',
      from: { path: folder('client') },
      to: { path: folder('office') },
    },
    {
      name: 'office-and-client-apart',
      severity: 'error',
      from: { path: folder('office') },
      to: { path: folder('client') },
    },
    {
      name: 'server-never-screens',
      severity: 'error',
      from: { path: folder('server') },
      to: { path: '\\.tsx$|^(client|office|ui)/' },
    },
    {
      name: 'modules-by-index',
      severity: 'error',
      from: { path: '^server/modules/([^/]+)/', pathNot: '(\\.test|-bench)\\.ts$' },
      to: { path: '^server/modules/', pathNot: ['^server/modules/$1/', '^server/modules/[^/]+/index\\.ts$'] },
    },
    {
      name: 'composition-by-index',
      severity: 'error',
      from: { path: '^server/(app|services|main)\\.ts$' },
      to: { path: '^server/modules/', pathNot: '^server/modules/[^/]+/index\\.ts$' },
    },
    {
      name: 'nobody-imports-office',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: '^server/(modules/office/|app\\.ts|services\\.ts|operations/adding-staff\\.ts|.*\\.test\\.ts)',
      },
      to: { path: '^server/modules/office/' },
    },
    {
      name: 'vendors-by-port',
      severity: 'error',
      from: { path: '^server/modules/', pathNot: '(\\.test|-bench)\\.ts$' },
      to: { path: '^server/providers/', pathNot: '^server/providers/[^/]+/port\\.ts$' },
    },
    {
      name: 'strangers-bytes-in-workers',
      comment: 'what parses photos and videos is imported by the program of the worker process only',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/modules/(evidence|passports)/reading/|\\.test\\.ts$' },
      to: {
        path: [
          'node_modules/(sharp|file-type|tesseract\\.js-core)/',
          '^server/modules/(evidence|passports)/reading/(?!answer\\.ts$)',
        ],
      },
    },
    {
      name: 'answers-of-registries-in-workers',
      comment: 'what reads the XML of strangers is imported by the program of the worker process only',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/providers/registry/reading/|\\.test\\.ts$' },
      to: {
        path: ['node_modules/saxes/', '^server/providers/registry/reading/'],
        pathNot: '^server/providers/registry/reading/values\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'platform-knows-no-domain',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server/(modules|http|providers)|steps|client|office|ui|checks)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '^dist/|^data/' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
