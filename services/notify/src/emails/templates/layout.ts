import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { html } from './html.ts';

/** What a mail says, as it is sent. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Whom a mail with a link is for, and where its link leads. */
export interface LinkMailData {
  firstName: string;
  link: string;
}

interface LinkMail extends LinkMailData {
  subject: string;
  /** What happened, and what to do. */
  invitation: string;
  button: string;
  /** How long and how often the link works. */
  validity: string;
  /** What to do when one did not ask for the mail. */
  unasked: string;
}

const SMALL = 'margin:16px 0 0;font-size:14px;color:#4b5563';

/**
 * A mail about one link: greeting, one button, the bare link for those whose reader shows no button.
 * Its styles are inline and it has no table: the Gmail app on Android drops style sheets on many accounts.
 */
export function renderLinkMail(mail: LinkMail): RenderedMail {
  const greeting = mail.firstName.trim() ? `Bonjour ${mail.firstName.trim()},` : 'Bonjour,';
  const page = html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${mail.subject}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f6;font-family:system-ui,-apple-system,Roboto,Arial,sans-serif;font-size:16px;line-height:1.5;color:#111827">
<div style="max-width:560px;margin:0 auto;padding:16px">
<div style="padding:16px 24px;background:#14532d;border-radius:16px 16px 0 0;font-size:18px;font-weight:700;color:#ffffff">${PRODUCT_NAME}</div>
<div style="padding:24px;background:#ffffff;border-radius:0 0 16px 16px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#14532d">${mail.subject}</h1>
<p style="margin:0 0 16px">${greeting}</p>
<p style="margin:0 0 24px">${mail.invitation}</p>
<p style="margin:0 0 24px"><a href="${mail.link}" style="display:inline-block;padding:12px 24px;text-align:center;background:#f59e0b;border-radius:12px;font-weight:700;color:#1c1917;text-decoration:none">${mail.button}</a></p>
<p style="${SMALL}">${mail.validity}</p>
<p style="${SMALL}">Si le bouton ne s'ouvre pas, copiez ce lien dans votre navigateur\u00a0:<br><a href="${mail.link}" style="color:#14532d;word-break:break-all">${mail.link}</a></p>
<p style="${SMALL}">${mail.unasked}</p>
</div>
</div>
</body>
</html>`;
  const text = [greeting, mail.invitation, mail.link, mail.validity, mail.unasked, PRODUCT_NAME].join('\n\n');
  return { subject: mail.subject, html: page, text: `${text}\n` };
}
