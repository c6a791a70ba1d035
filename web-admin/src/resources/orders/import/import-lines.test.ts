import { CONTENTS_MAX } from '@fasocolis/contracts/order-input';
import { describe, expect, it } from 'vitest';
import { writtenRows } from '../../../components/tables/written-cell.ts';
import { linesOf, readingOf } from './import-lines.ts';

const tableOf = (...rows: string[][]) => ({ name: '', rows: writtenRows(rows.map((cells) => ({ cells }))) });

describe('the lines of a file', () => {
  it.each([
    [
      'no column of references',
      [
        ['Poids', 'Prix'],
        ['1', '2'],
      ],
      'Aucune colonne «\u00a0Référence\u00a0»',
    ],
    ['nothing', [], 'Ce fichier est vide.'],
    ['headings alone', [['Référence', 'Client']], 'aucune ligne avec une référence'],
    ['5,001 lines', [['Référence'], ...Array(5001).fill(['FC-1'])], '5001 lignes\u00a0: 5\u00a0000 au plus'],
  ])('are refused with a message where there is %s', (_, rows, message) => {
    expect(() => linesOf(readingOf(tableOf(...rows)))).toThrow(message);
  });

  it('name references with an unusual form, as notes under a list are, before they are imported [READ-008]', () => {
    const rows = ['FC-1001', 'Merci à tous', 'Merci', 'AWA OUAGA'].map((each) => [each, 'awa']);
    expect(linesOf(readingOf(tableOf(['Référence', 'Client'], ...rows))).leftOut).toEqual([
      'Références inhabituelles, à vérifier\u00a0: «\u00a0Merci à tous\u00a0» (ligne 3), «\u00a0Merci\u00a0» (ligne 4).',
    ]);
  });

  it('count those of whose parcels nobody will be told, but not where the name has a client code or a phone number', () => {
    const rows = ['FASO1002 Awa', 'Awa 70 12 34 56', 'Awa', 'Awa 2'].map((name, index) => [`FC-100${index}`, name]);
    expect(linesOf(readingOf(tableOf(['Référence', 'Destinataire'], ...rows))).leftOut).toEqual([
      "2 colis n'ont ni client ni téléphone\u00a0: personne ne sera prévenu (lignes 4 et 5).",
    ]);
  });

  it('keep as much of a cell as its field may have, and one character more, so that the field refuses a longer text', () => {
    const contentsOf = (length: number) =>
      linesOf(readingOf(tableOf(['Référence', 'Contenu'], ['FC-1', 'A'.repeat(length)]))).lines[0]?.contents;
    expect(contentsOf(CONTENTS_MAX)).toHaveLength(CONTENTS_MAX);
    expect(contentsOf(10_000)).toHaveLength(CONTENTS_MAX + 1);
  });

  it('name ten of the lines that are left out, and count the others', () => {
    const { leftOut } = linesOf(
      readingOf(tableOf(['Référence', 'Client'], ['FC-1', 'awa'], ...Array(12).fill(['', 'awa']))),
    );
    expect(leftOut).toEqual([
      'Lignes sans référence, laissées de côté\u00a0: 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 et 2 autres.',
    ]);
  });

  it.each<readonly [string, string, string]>([
    ['Poids (g)', '2500', '2500 g'],
    ['重量(斤)', '25', '25 斤'],
    ['Poids (lbs)', '12', '12 lbs'],
    ['Poids (kg)', '12,5', '12,5'],
    ['Poids (g)', '2,5 kg', '2,5 kg'],
    ['Poids', '12.5公斤', '12.5公斤'],
    ...['重量g', '实重g', 'Poids (g)'].map((heading) => [heading, '850', '850 g'] as const),
    ...['重量克', '毛重克', 'Weight (克)'].map((heading) => [heading, '850', '850 克'] as const),
    ...['重量kg', '重量公斤', '重量（千克）', '毛重KGS'].map((heading) => [heading, '8', '8'] as const),
  ])('have weights with the unit of the heading %j: %j is %j [READ-009]', (heading, cell, weight) => {
    const read = readingOf(tableOf(['Référence', heading], ['FC-1', cell]));
    const { lines } = linesOf({ ...read, assigned: { reference: 0, weight: 1 } });
    expect(lines[0]?.weight).toBe(weight);
  });

  it.each([
    ['体积cm³', '960', '960 cm3'],
    ['体积(cm)', '960', '960 cm'],
    ['体积(cm)', '60x40x50', '60x40x50 cm'],
    ['体积m³', '0,5', '0,5'],
    ['Volume (m³)', '0,5', '0,5'],
  ])('have volumes with the unit of the heading %j: %j is %j [READ-009]', (heading, cell, volume) => {
    const { lines } = linesOf(readingOf(tableOf(['Référence', heading], ['FC-1', cell])));
    expect(lines[0]?.volume).toBe(volume);
  });

  it.each([
    [
      ['Réf', 'Nom', 'Prénom', 'Tel'],
      ['AWA-2026-07', 'ZONGO', 'Awa', '70123456'],
    ],
    [
      ['Réf', 'Prénom(s)', 'Nom', 'Tel'],
      ['AWA-2026-07', 'Awa', 'ZONGO', '70123456'],
    ],
    [
      ['Réf', 'Nom de famille', 'Tel', 'Prénoms'],
      ['AWA-2026-07', 'ZONGO', '70123456', 'Awa'],
    ],
    [
      ['Réf', 'Nom du destinataire', 'Prénom du destinataire', 'Tel'],
      ['AWA-2026-07', 'ZONGO', 'Awa', '70123456'],
    ],
    [
      ['Ref No', 'Last name', 'First name', 'Phone'],
      ['AWA-2026-07', 'ZONGO', 'Awa', '70123456'],
    ],
    [
      ['N° colis', 'Nom', 'Prénom', 'Tel', 'Expéditeur', 'Nom', 'Prénom'],
      ['AWA-2026-07', 'ZONGO', 'Awa', '70123456', 'Li', 'Wang', 'Fang'],
    ],
  ])('have the first name before the last one from the columns %j [READ-013]', (titles, cells) => {
    expect(linesOf(readingOf(tableOf(titles, cells))).lines[0]?.recipientName).toBe('Awa ZONGO');
  });

  it.each([
    [['FC-1', 'ZONGO'], 'ZONGO'],
    [['FC-1', '', 'Awa'], 'Awa'],
    [['FC-1'], ''],
  ])('have the only name of %j', (cells, name) => {
    expect(linesOf(readingOf(tableOf(['Réf', 'Nom', 'Prénom'], cells))).lines[0]?.recipientName).toBe(name);
  });

  it('do not leave out first names that are read with last names [READ-008]', () => {
    const read = readingOf(tableOf(['Réf', 'Nom', 'Prénom', 'Tel'], ['FC-1001', 'ZONGO', 'Awa', '70123456']));
    expect(linesOf(read).leftOut).toEqual([]);
  });

  it('have what is wrong with a first name', () => {
    const read = readingOf(tableOf(['Réf', 'Nom', 'Prénom'], ['FC-1', 'ZONGO', 'idem']));
    expect(linesOf(read).lines[0]?.problem).toBe('Destinataire\u00a0: «\u00a0idem\u00a0»\u00a0: recopiez la valeur');
  });

  it.each([
    [{ recipientName: 2 }, { recipientName: 'Awa' }],
    [
      { recipientName: 1, contents: 2 },
      { recipientName: 'ZONGO', contents: 'Awa' },
    ],
  ])('have first names as they were chosen by %j', (chosen, line) => {
    const read = readingOf(tableOf(['Réf', 'Nom', 'Prénom'], ['FC-1', 'ZONGO', 'Awa']));
    expect(linesOf({ ...read, assigned: { reference: 0, ...chosen } }).lines[0]).toMatchObject(line);
  });

  it('have no last name of a heading that needs first names beside it [READ-013]', () => {
    expect(readingOf(tableOf(['Réf', 'Last name'], ['FC-1', 'ZONGO'])).assigned).toEqual({ reference: 0 });
  });

  it.each([
    [
      ['运单号', '件数', '重量'],
      ['运单号', '重量', '件数'],
    ],
    [
      ['运单号', '件数'],
      ['件数', '运单号'],
    ],
    [
      ['N° colis', 'Poids'],
      ['N° colis', 'Poids', 'Client'],
    ],
    [
      ['N° colis', 'Poids', 'Volume'],
      ['N° colis', 'Volume'],
    ],
  ])('are refused when a second table below %j has the columns %j [READ-008]', (titles, others) => {
    const table = tableOf(titles, ['FC-1', '2', '3'].slice(0, titles.length), others, ['FC-2', '4', '5']);
    expect(() => linesOf(readingOf(table))).toThrow(
      "Un second tableau avec d'autres colonnes commence à la ligne 3\u00a0: mettez-le dans une autre feuille.",
    );
  });

  it('are read where their headings are repeated, and where they contain such words', () => {
    const { lines } = linesOf(
      readingOf(
        tableOf(
          ['Tracking No', 'Goods', 'Customer'],
          ['FCABC', 'Package', 'awa'],
          ['TRACKING NO.', 'Goods', 'Customer'],
          ['FC-2', 'Parcel', 'ali'],
          ['', 'Package', 'ali'],
          ['Reference:', 'LOT', 'Page'],
          ['Reference', 'LOT-12'],
        ),
      ),
    );
    expect(lines.map(({ line }) => line)).toEqual([2, 4]);
  });

  it('name a second column of references beside the first one [READ-008]', () => {
    const read = readingOf(tableOf(['运单号', '件数', '', '运单号', '件数'], ['FC-1', '1', '', 'FC-2', '2']));
    expect(linesOf(read).leftOut[0]).toContain("2 colonnes s'appellent «\u00a0运单号\u00a0»\u00a0: une seule est lue.");
  });

  it.each([
    ['12/3/2026', '11/25/2026', true],
    ['12.03.26', '11.25.26', true],
    ['5-6-2026', '1-31-2026', true],
    ['3/3/2026', '11/25/2026', false],
    ['25/11/2026', '11/25/2026', false],
    ['2026-12-03', '11/25/2026', false],
    ['12/3/2026', '25/11/2026', false],
  ])('have the day %s, which is ambiguous beside %s: %j [READ-009]', (day, other, isAmbiguous) => {
    const { lines } = linesOf(readingOf(tableOf(['Référence', 'ETA'], ['FC-1', day], ['FC-2', other])));
    expect(lines[0]?.problem?.includes('date ambiguë') ?? false).toBe(isAmbiguous);
    expect(lines[1]?.problem).toBeUndefined();
  });

  it.each(['0', '0.00', '0,0', '0 kg', '00'])('have no weight where %j was written, and say so [READ-009]', (zero) => {
    const { lines, leftOut } = linesOf(
      readingOf(tableOf(['Référence', 'Poids', 'Client'], ['FC-1', zero, 'awa'], ['FC-2', '0,5', 'awa'])),
    );
    expect(lines.map(({ weight }) => weight)).toEqual(['', '0,5']);
    expect(leftOut).toEqual(["Poids (kg)\u00a0: zéro n'est pas repris (ligne 2)."]);
  });

  it.each(['0.03', '0,003', '0.3', '03', '0.03 m3'])('keep the quantity %j, which ends in three', (written) => {
    const { lines, leftOut } = linesOf(
      readingOf(tableOf(['Référence', 'Volume (m³)', 'Client'], ['FC-1', written, 'awa'])),
    );
    expect(lines[0]?.volume?.split(' ')[0]).toBe(written.split(' ')[0]);
    expect(leftOut).toEqual([]);
  });

  it('have what is wrong with the whole row and with a mark for the cell above', () => {
    const table = tableOf(['Référence', 'Client'], ['FC-1', 'idem']);
    for (const row of table.rows) row.problem = 'Cette ligne est décalée';
    expect(linesOf(readingOf(table)).lines[0]?.problem).toBe(
      'Cette ligne est décalée. Client\u00a0: «\u00a0idem\u00a0»\u00a0: recopiez la valeur',
    );
  });
});
