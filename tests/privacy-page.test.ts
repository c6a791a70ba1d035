import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicOrder } from '@fasocolis/contracts/orders';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The code that runs in a customer's browser, or sets its cookies. */
const CODE = [
  'web-customer/src',
  'packages/web-kit/src',
  'gateway/src',
  'services/auth/src',
  'packages/service-kit/src',
];
/** Codes that staff types. */
const OF_STAFF = 'packages/web-kit/src/hand-over-codes.ts';

const PRIVACY = 'services/content/src/seed/pages/privacy.html';

/** The words for each fact about a parcel in public responses; null for what says nothing about the parcel. */
const PUBLIC_FACTS: Record<keyof PublicOrder, string | null> = {
  id: null,
  reference: 'numéro de suivi',
  status: 'statut',
  statusLabel: 'statut',
  statusKind: 'statut',
  statusSentence: 'statut',
  situation: "après la remise, ceux de la personne qui l'a reçu",
  furthestStep: 'statut',
  estimatedDelivery: 'dates',
  expectedArrival: 'dates',
  mode: 'par avion ou par bateau',
  pieces: 'nombre de pièces',
  weightGrams: 'poids',
  recipientName: "prénom du destinataire avec l'initiale de son nom",
  latestUpdate: 'nouvelles',
  latestUpdateTime: 'dates',
  createdAt: 'dates',
  updatedAt: 'dates',
  knownAt: null,
};

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const unique = (names: string[]) => [...new Set(names)].toSorted((a, b) => a.localeCompare(b));

it('the seeded privacy page lists the cookies and storage keys in the code, and no other [CARD-007]', () => {
  const files = execFileSync('git', ['ls-files', ...CODE], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  const texts = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && file !== OF_STAFF).map(read);
  const set = texts.flatMap((text) => [
    ...Array.from(text.matchAll(/'(fasocolis:[a-z-]+)'/g), ([, key = '']) => key),
    ...Array.from(text.matchAll(/siteCookie\([^']+'(fasocolis[a-z-]*)'/g), ([, name = '']) => name),
  ]);
  const page = read(PRIVACY);
  expect(unique(Array.from(page.matchAll(/<td><code>(.+?)<\/code>/g), ([, name = '']) => name))).toEqual(unique(set));
});

it('the seeded privacy page names everything that the public sees of a parcel [CARD-007]', () => {
  const [visible = ''] =
    /Toute personne qui connaît un numéro de suivi peut voir .+? Elle ne voit/.exec(read(PRIVACY)) ?? [];
  const missing = Object.values(PUBLIC_FACTS).filter((fact) => fact !== null && !visible.includes(fact));
  expect(missing).toEqual([]);
});
