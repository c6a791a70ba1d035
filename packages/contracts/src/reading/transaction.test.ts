import { expect, it } from 'vitest';
import { readTransaction } from './transaction.ts';

const ORANGE = 'PP261127.1030.B45678';

it.each([
  [ORANGE, ORANGE],
  [` ${ORANGE.toLowerCase()}. `, ORANGE],
  ['PP261127–1030–B45678', ORANGE],
  ['pp 261127 1030 b45678', ORANGE],
  ['T 2611.1523', 'T2611.1523'],
  ['«\u00a0T_AB12\u00a0»', 'T_AB12'],
  ['\u202aＴ２６１１.１５２３\u202c', 'T2611.1523'],
  ['Trans ID : T 2611.1523', 'T2611.1523'],
  [`ID Trans ${ORANGE}`, ORANGE],
  [`ID de la transaction : ${ORANGE}`, ORANGE],
  ['Réf. 123456789', '123456789'],
  ["N° de l'opération 123456789", '123456789'],
  ['n°123456789', '123456789'],
  ['Wave: T_AB12', 'T_AB12'],
  [`Orange Money ${ORANGE}`, ORANGE],
  [`Trans ID: ${ORANGE} le 05/12/2026`, ORANGE],
  [`Vous avez recu 15000 FCFA de 70123456. Trans ID: ${ORANGE}. Nouveau solde: 20000 FCFA`, ORANGE],
  ['Transfert de 5 000 FCFA a AWA 60123456 le 05/12/26 12:30. Ref : 123456789012. Solde: 20 000 FCFA', '123456789012'],
  ['Vous avez envoyé 15.000F à Awa 70123456. Nouveau solde: 5.000F. ID: T_AB12CD34', 'T_AB12CD34'],
  ['Transaction No: 123456789 reussie. Montant 15 000 F', '123456789'],
  [`voici ${ORANGE} merci`, ORANGE],
  ["C'est le T_AB12CD34.", 'T_AB12CD34'],
  [`Vous avez recu 15000 FCFA de 70123456. ${ORANGE}. Nouveau solde: 20000 FCFA`, ORANGE],
  ['voici AB12345 merci', 'AB12345'],
  ['Bonjour, paiement fait PP261127.1030.HPHHD.', 'PP261127.1030.HPHHD'],
  ['payé du 22670123456', 'PAYEDU22670123456'],
  ['payé du 70123456', 'PAYEDU70123456'],
  [`${ORANGE} colis n° FC-ZDM9XCY8`, ORANGE],
  [`${ORANGE} réf FC-ZDM9XCY8`, ORANGE],
  [`${ORANGE} N° 70123456`, ORANGE],
  [`${ORANGE} envoyé du numéro 70123456`, ORANGE],
  ['voici PP 261127.1030.B45678', ORANGE],
  ['PP261127 1030 B45678 merci', ORANGE],
  ['voici 251103143212', '251103143212'],
  [
    'Le transfert de 12500 FCFA vers le numero 70123456 a reussi. ID transaction: 987654321. Solde: 20 FCFA',
    '987654321',
  ],
  ['Vous avez transfere 12500 FCFA au numero 60123456. ID: 987654321', '987654321'],
  [`Trans ID: ${ORANGE}, numéro 70123456`, ORANGE],
  [`TID: ${ORANGE} Ref: FC-7ABCDEFG`, ORANGE],
  ['N° 70123456, transaction n° 123456789', '123456789'],
  ['VIR 05/12/2026 OUEDRAOGO', 'VIR05/12/2026OUEDRAOGO'],
  ['Recu 10000 FCFA du 60123456 le 03/11/2026. Txn 1234567890', '1234567890'],
  ['AT.NO.5', 'AT.NO.5'],
  ['REF12345', 'REF12345'],
  ['T_AB12CD5F', 'T_AB12CD5F'],
  ['7b1b6a5f-2f3f-4c5f-8a5f-0a4f4f3f8a1f', '7B1B6A5F-2F3F-4C5F-8A5F-0A4F4F3F8A1F'],
])('the number in %j is %s [PAY-004]', (text, number) => {
  expect(readTransaction(text)).toBe(number);
});

it.each([
  '',
  '—',
  '15 000 FCFA',
  'Vous avez recu 15000 FCFA de 70123456. Nouveau solde: 20000 FCFA',
  'ID: A1. Trans ID: B2',
  `${ORANGE} et T_AB12CD34`,
  '1'.repeat(61),
  ...['payé', 'merci', 'OK', 'voir capture', 'Awa Traoré', 'FC-ZDM9XCY8', 'réf. FC-ZDM9XCY8'],
])('%j names no number, or several', (text) => expect(readTransaction(text)).toBe(''));
