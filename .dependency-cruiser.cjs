/** The dependency rules of docs/architecture.md, checked by `npm run lint`. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: {
    path: '^(gateway|services|packages|web-customer|web-admin|infra|tests|bench)/',
    pathNot: ['node_modules/', from, ...allowed],
  },
});

/** Tests and what only they use. */
const TESTS = '(^|/)tests?/|\\.test\\.tsx?$|/src/testing';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: { pathNot: '/generated/' }, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\?(raw|url)$' } },
    {
      name: 'no-undeclared-dependency',
      severity: 'error',
      from: { pathNot: '/generated/' },
      // Vitest is declared at the root, like all tools. The services declare the client of Prisma, of which their kit takes types
      // alone: the gateway, which uses the kit too, would get it into its image.
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/(?:vitest|@prisma/client)/' },
    },
    {
      name: 'production-never-imports-tests',
      severity: 'error',
      from: { path: '^(gateway|services|packages|web-customer|web-admin|infra)/', pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: 'production-never-imports-the-launcher',
      severity: 'error',
      from: { path: '^(gateway|services|packages|web-customer|web-admin|infra/operator)/', pathNot: TESTS },
      to: { path: '^infra/(local|prisma)/' },
    },
    {
      name: 'services-never-import-routes',
      severity: 'error',
      from: { path: '-service\\.ts$' },
      to: { path: '-routes\\.ts$' },
    },
    {
      name: 'services-never-import-each-other',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'features-never-import-each-other',
      severity: 'error',
      from: { path: '^(web-customer/src/features|web-admin/src/resources)/([^/]+)/' },
      to: { path: '^(web-customer/src/features|web-admin/src/resources)/', pathNot: '^$1/$2/' },
    },
    {
      name: 'parts-of-a-site-never-import-its-app',
      severity: 'error',
      from: {
        path: '^web-(admin/src/(resources|components|providers)|customer/src/(features|shared))/',
        pathNot: TESTS,
      },
      to: { path: '^web-(admin|customer)/src/app/' },
    },
    {
      name: 'features-of-a-service-never-import-each-other',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/([^/]+)/', pathNot: '/src/(shared|seed|generated|audience)/' },
      to: {
        path: '^services/$1/src/[^/]+/',
        pathNot: '/src/($2|shared|generated|history|ledger|audience|deliveries)/',
      },
    },
    {
      name: 'shared-modules-never-import-features',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/(shared|deliveries)/' },
      to: { path: '^services/$1/src/[^/]+/', pathNot: '/src/($2|generated)/' },
    },
    {
      name: 'the-audience-imports-the-pipeline-alone',
      severity: 'error',
      from: { path: '^services/notify/src/audience/' },
      to: { path: '^services/notify/src/[^/]+/', pathNot: '/src/(audience|deliveries|generated)/' },
    },
    only('contracts-stand-alone', '^packages/contracts/', []),
    only('web-kit-knows-contracts', '^packages/web-kit/', ['^packages/contracts/']),
    only('service-kit-knows-contracts', '^packages/service-kit/src/', ['^packages/contracts/']),
    only('image-kit-knows-contracts-and-service-kit', '^packages/image-kit/src/', [
      '^packages/(contracts|service-kit)/',
    ]),
    only('workbook-kit-knows-service-kit', '^packages/workbook-kit/src/', ['^packages/(contracts|service-kit)/']),
    only('customer-site-knows-contracts-and-web-kit', '^web-customer/src/', ['^packages/(contracts|web-kit)/']),
    only('back-office-knows-contracts-and-web-kit', '^web-admin/src/', ['^packages/(contracts|web-kit)/']),
    only('services-know-contracts-and-kits', '^services/[^/]+/src/', [
      '^packages/(contracts|service-kit|image-kit|workbook-kit)/',
      '^services/',
    ]),
    only('operator-knows-contracts-and-service-kit', '^infra/operator/src/', ['^packages/(contracts|service-kit)/']),
    only('gateway-knows-contracts-and-service-kit', '^gateway/src/', ['^packages/(contracts|service-kit)/']),
    {
      name: 'contracts-import-only-zod',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: ['^packages/contracts/src/reading/', TESTS] },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'reading-imports-only-the-phone-library',
      severity: 'error',
      from: { path: '^packages/contracts/src/reading/', pathNot: TESTS },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/libphonenumber-js/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web-(admin|customer)/dist/' },
    // TypeScript 7 has no parser API: without swc the cruiser would see no module at all and stay green.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
