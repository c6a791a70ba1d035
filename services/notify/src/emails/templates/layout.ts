import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { Html, html } from './html.ts';

export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

interface Email {
  firstName: string;
  subject: string;
  paragraphs: string[];
  link: string;
  button: string;
  /** Small print; the plain text may omit parts of it. */
  notes: { html: Html; text?: string }[];
}

const SMALL = 'margin:16px 0 0;font-size:14px;color:#4b5563';

export const note = (text: string) => ({ html: html`${text}`, text });

const joined = (parts: Html[]) => new Html(parts.map(({ text }) => text).join('\n'));

/** An email with one button. Inline styles and no table: the Gmail app on Android drops style sheets on many accounts. */
export function renderEmail({ firstName, subject, paragraphs, link, button, notes }: Email): RenderedEmail {
  const greeting = firstName.trim() ? `Bonjour ${firstName.trim()},` : 'Bonjour,';
  const said = paragraphs.map((text) => html`<p style="margin:0 0 16px;white-space:pre-line">${text}</p>`);
  const page = html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f6;font-family:system-ui,-apple-system,Roboto,Arial,sans-serif;font-size:16px;line-height:1.5;color:#111827">
<div style="max-width:560px;margin:0 auto;padding:16px">
<div style="padding:16px 24px;background:#14532d;border-radius:16px 16px 0 0;font-size:18px;font-weight:700;color:#ffffff">${PRODUCT_NAME}</div>
<div style="padding:24px;background:#ffffff;border-radius:0 0 16px 16px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#14532d">${subject}</h1>
<p style="margin:0 0 16px">${greeting}</p>
${joined(said)}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 24px;text-align:center;background:#f59e0b;border-radius:12px;font-weight:700;color:#1c1917;text-decoration:none">${button}</a></p>
${joined(notes.map((each) => html`<p style="${SMALL}">${each.html}</p>`))}
</div>
</div>
</body>
</html>`;
  const plainNotes = notes.flatMap((each) => each.text ?? []);
  const text = [greeting, ...paragraphs, link, ...plainNotes, PRODUCT_NAME].join('\n\n');
  return { subject, html: page.text, text: `${text}\n` };
}
