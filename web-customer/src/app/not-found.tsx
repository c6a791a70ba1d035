import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { ButtonLink } from '../shared/button.tsx';
import { paths } from '../shared/paths.ts';

export default function NotFound() {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4 px-4 py-20 text-center">
      <title>{`Page introuvable - ${PRODUCT_NAME}`}</title>
      <meta name="robots" content="noindex" />
      <svg aria-hidden="true" viewBox="0 0 200 120" fill="none" className="w-56 max-w-full text-brand">
        <path d="M8 96h56m72 0h56" stroke="currentColor" strokeWidth="4" strokeLinecap="round" strokeDasharray="2 12" />
        <path
          d="m100 20 34 17v42l-34 17-34-17V37Zm0 34v42M66 37l34 17 34-17"
          stroke="currentColor"
          strokeWidth="4"
          strokeLinejoin="round"
        />
        <path d="m83 28.500 34 17V60" stroke="var(--fc-accent)" strokeWidth="6" strokeLinejoin="round" />
      </svg>
      <h1 className="text-xl font-bold">La page que vous recherchez n'existe pas.</h1>
      <ButtonLink to={paths.home} label="Retour à l'accueil" variant="primary" />
    </div>
  );
}
