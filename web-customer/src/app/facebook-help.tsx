import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { ReactNode } from 'react';
import { ButtonLink } from '../shared/button.tsx';
import { paths } from '../shared/paths.ts';

export default function FacebookHelp() {
  const { origin, hostname } = window.location;
  return (
    <article className="mx-auto max-w-2xl px-4 pt-8 sm:pt-14">
      <title>{`Aide à la connexion Facebook - ${PRODUCT_NAME}`}</title>
      <h1 className="text-2xl/9 font-bold">Aide à la connexion Facebook</h1>
      <p className="mt-2 text-ink-soft">
        Facebook affiche « refused to connect » ? Votre compte n'est pas en cause&nbsp;: ce message signale un problème
        de configuration de l'application dans la console développeur de Facebook. La personne qui administre le site
        peut le corriger en vérifiant ces quatre points.
      </p>
      <ol className="mt-6 grid grid-cols-1 gap-3">
        <Step number={1} title="URL de l'application">
          Dans les paramètres de base de l'application, l'URL du site doit être exactement :
          <Value>{`${origin}/`}</Value>
        </Step>
        <Step number={2} title="URL de redirection">
          Dans « Facebook Login », les URI de redirection OAuth valides doivent contenir :
          <Value>{`${origin}/api/auth/facebook/callback`}</Value>
        </Step>
        <Step number={3} title="Mode Live ou Développement">
          En mode Développement (Development), seuls les testeurs déclarés dans l'application peuvent se connecter.
          Passez l'application en mode Live pour l'ouvrir à tous, ou ajoutez les personnes concernées comme testeurs.
        </Step>
        <Step number={4} title="Domaines autorisés">
          La liste des domaines de l'application doit contenir celui du site :<Value>{hostname}</Value>
        </Step>
      </ol>
      <p className="mt-6 rounded-xl bg-green-surface p-4 text-green">
        Après une modification, patientez : Facebook peut mettre quelques minutes à l'appliquer. Réessayez ensuite.
      </p>
      <div className="mt-6 grid sm:justify-start">
        <ButtonLink to={paths.auth} label="Retour à la connexion" variant="primary" className="min-h-12" />
      </div>
    </article>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 rounded-2xl bg-surface p-4 ring-1 ring-hairline sm:p-6">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-brand font-bold text-white tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-lg font-semibold">{title}</h2>
        <div className="mt-1 text-ink-soft">{children}</div>
      </div>
    </li>
  );
}

function Value({ children }: { children: string }) {
  return (
    <code className="mt-2 block rounded-lg bg-canvas px-3 py-2 font-mono text-sm break-all text-ink">{children}</code>
  );
}
