import { Link } from 'react-router-dom';
import { OptionalPart, optional } from '../shared/optional.tsx';
import { useUser } from '../shared/session.ts';
import { footerLinks } from './menu-links.ts';

const FooterWidgets = optional(() => import('./footer-widgets.tsx'));

export function Footer() {
  const user = useUser();
  return (
    <footer className="bg-brand-deep text-white">
      {user && (
        <div className="mx-auto max-w-5xl px-4 pt-8">
          <OptionalPart>
            <FooterWidgets user={user} />
          </OptionalPart>
        </div>
      )}
      <div className="mx-auto flex max-w-5xl flex-col gap-4 px-4 py-8 lg:flex-row lg:items-center lg:justify-between">
        <p>Suivi de commandes international Chine - Burkina Faso</p>
        <nav aria-label="Pied de page" className="-mx-2 flex flex-wrap">
          {footerLinks.map(({ label, to }) => (
            <Link
              key={to}
              to={to}
              className="inline-flex min-h-11 items-center rounded-lg px-2 underline-offset-4 hover:underline"
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
