import { createHash } from 'node:crypto';
import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { frenchFormat } from '@fasocolis/contracts/dates';
import { amountInWords } from '@fasocolis/contracts/money/amount-in-words';
import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { NOT_AN_INVOICE, PAYMENT_METHOD_LABELS, type PaymentMethod } from '@fasocolis/contracts/payments';
import type { PaymentRow } from './ledger-presenter.ts';

/** Black on white, without scripts: readable in every browser and on a receipt printer. */
const STYLE = `
body{margin:0;background:#fff;color:#000;font:14px/1.4 system-ui,sans-serif}
main{position:relative;max-width:105mm;margin:0 auto;padding:5mm;overflow-wrap:anywhere}
h1{font-size:18px;margin:0}
.number{font-size:16px;font-weight:700;margin:1mm 0 3mm}
dl{margin:0}
dl div,li{display:flex;justify-content:space-between;gap:4mm;padding:1mm 0;border-bottom:1px solid #000;break-inside:avoid}
dt,dd{margin:0}
dt{white-space:nowrap}
dd{text-align:right}
ul{list-style:none;margin:3mm 0;padding:0}
.amount{font-size:22px;font-weight:700;white-space:nowrap;font-variant-numeric:tabular-nums}
.cancelled{margin:3mm 0;border:1mm solid #000;padding:1mm;text-align:center;font-size:24px;font-weight:700;letter-spacing:2px}
a{color:#000}
@media print{nav{display:none}}`;
const PAPER = {
  a6: '@page{size:105mm 148mm;margin:0}',
  till: '@page{size:80mm 200mm;margin:0}main{max-width:80mm;padding:3mm}',
};

const sourceOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** The address is the only key to a receipt: it is neither stored, nor indexed, nor sent to other sites. */
export const RECEIPT_HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': `default-src 'none';style-src ${[STYLE, ...Object.values(PAPER)].map(sourceOf).join(' ')};base-uri 'none';form-action 'none';frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

const moment = frenchFormat({ dateStyle: 'long', timeStyle: 'short' });

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

function page(title: string, content: string, paper = ''): string {
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style>${paper && `<style>${paper}</style>`}</head><body><main>${content}</main></body></html>`;
}

export const NO_RECEIPT = page(
  PRODUCT_NAME,
  '<h1>Reçu introuvable</h1><p>Vérifiez le lien, ou demandez-le de nouveau à votre transitaire.</p>',
);

export function receiptPage(payment: PaymentRow, isForTill: boolean): string {
  const { receipt, amount, paidAt, payerName, transactionReference, shares, cancelledAt, certifiedInvoice } = payment;
  const facts: Record<string, string | null> = {
    'Reçu de': payerName,
    Date: `${moment(paidAt)} GMT`,
    Paiement: PAYMENT_METHOD_LABELS[payment.method as PaymentMethod],
    Transaction: transactionReference,
    'Facture certifiée': certifiedInvoice,
  };
  const rows = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`,
  );
  const lines = shares.map(
    ({ order, amount: share }) =>
      `<li><span>Colis ${escaped(order.reference)}</span><span>${writtenFrancs(share)}</span></li>`,
  );
  const content = `<h1>${PRODUCT_NAME}</h1><p class="number">Reçu ${escaped(receipt)}</p>
${cancelledAt ? '<p class="cancelled">ANNULÉ</p>' : ''}
<p class="amount">${writtenFrancs(amount)}</p><p>${amountInWords(amount)}</p>
<dl>${rows.join('')}</dl><ul>${lines.join('')}</ul>
${certifiedInvoice === null ? `<p>${escaped(NOT_AN_INVOICE)}</p>` : ''}
<nav><p>Imprimer sur papier <a href="?format=a6">A6</a> ou <a href="?format=80">80 mm</a>, avec le menu de votre navigateur.</p></nav>`;
  return page(`Reçu ${receipt}`, content, isForTill ? PAPER.till : PAPER.a6);
}
