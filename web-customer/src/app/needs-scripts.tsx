import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StaticRouter } from 'react-router-dom';
import { SearchForm } from '../features/tracking/search-form.tsx';
import { SupportLink } from '../shared/support-link.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

const ignore = () => {};

/** The content of a page that is drawn in the browser alone, for a browser without scripts. */
export function NeedsScripts({ queryClient, location }: { queryClient: QueryClient; location: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={location}>
        <Header />
        <main className="mx-auto grid max-w-md grid-cols-1 gap-6 px-4 pt-8 pb-12 sm:pt-14">
          <h1 className="text-2xl/9 font-bold">Cette page a besoin de JavaScript</h1>
          <p>
            Activez JavaScript dans les réglages de votre navigateur, puis rechargez la page. Sans JavaScript, vous
            pouvez suivre un colis ou nous écrire.
          </p>
          <div className="rounded-2xl bg-brand p-4 text-white">
            <SearchForm reference="" wasBlank={false} onFocus={ignore} onSearch={ignore} />
          </div>
          <SupportLink />
        </main>
        <Footer />
      </StaticRouter>
    </QueryClientProvider>
  );
}
