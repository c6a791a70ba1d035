import { text } from 'node:stream/consumers';
import { sendCallsWith } from '@fasocolis/web-kit/api';
import { QueryClient } from '@tanstack/react-query';
import { type ReactElement, StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { site } from '../shared/paths.ts';
import { sessionQuery } from '../shared/session.ts';
import { supportNumberQuery } from '../shared/support-link.tsx';
import { App } from './app.tsx';
import { loader } from './loader.ts';
import { NeedsScripts } from './needs-scripts.tsx';
import { loadPageData, PAGE_PARAMETERS } from './page-data.ts';
import { pageStyles } from './page-styles.ts';
import { QUERY_DEFAULTS } from './query-client.ts';
import { stateElement } from './rendered-state.ts';

/** Elements that React renders before the root's content; they belong to the head. */
const HEAD = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link) [^>]*>)+/;
const ENTRY = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/;
const STYLES = /<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+)">\s*/;
/** Icon and logo: as files, each would transfer several times as many bytes of headers. */
const SMALL_IMAGES = /(<link rel="icon"[^>]* href="|<img src=")(\/[\w/-]+\.svg)/g;
const PRELOADED_IMAGES = /<link rel="preload" as="image"[^>]*\.svg"[^>]*>/g;
const PRELOADS = /<link rel="modulepreload"[^>]*>\s*/g;
const NOSCRIPT_TEXT = /<noscript>[^<]*<\/noscript>\s*/;

interface Options {
  /** The built index.html. */
  template: string;
  /** Reads a file that the template names. */
  readAsset: (path: string) => string;
  origin: string;
  /** Responds to an anonymous GET of the API. */
  fetchApi: (path: string) => Promise<Response>;
}

/** Renders the public pages of the site (docs/decisions/0026). */
export function createRenderer({ template, readAsset, origin, fetchApi }: Options) {
  site.origin = origin;
  sendCallsWith(fetchApi);
  const [entry = '', sheet = ''] = [ENTRY, STYLES].map((pattern) => pattern.exec(template)?.[1]);
  const script = loader(entry, sheet);
  const stylesOf = pageStyles(readAsset(sheet));
  const dataUrlOf = (path: string) => {
    try {
      return `data:image/svg+xml,${encodeURIComponent(readAsset(path))}`;
    } catch {
      // An address in a text of the administrator's.
      return path;
    }
  };

  return {
    parameters: PAGE_PARAMETERS,

    /** The inline script of every rendered page, for the content security policy. */
    script,

    /** Fetches the data of a page. @param path with the query */
    async prepare(path: string) {
      const url = new URL(origin + path);
      // A failed query stays failed, so that the failure is rendered.
      const queryClient = new QueryClient({ defaultOptions: { queries: { ...QUERY_DEFAULTS, retryOnMount: false } } });
      const status = await loadPageData(queryClient, url);
      const needsScripts = status === null;
      if (needsScripts) await queryClient.prefetchQuery(supportNumberQuery);
      const data = stateElement(queryClient);
      return {
        status: status ?? 200,
        /** Whether the page is drawn in the browser alone. */
        needsScripts,
        /** Identifies the page, together with its path. */
        data,
        /** The page, and the styles in it, for the content security policy. @throws Error when a component fails */
        async draw() {
          if (needsScripts) return { html: await fillNoscript(queryClient, url), styles: '' };
          const markup = await renderApp(queryClient, url);
          const styles = stylesOf(markup);
          return { html: fill(markup, styles, data), styles };
        },
      };
    },
  };

  function fill(markup: string, styles: string, state: string): string {
    const head = HEAD.exec(markup)?.[0] ?? '';
    const body = markup.slice(head.length);
    // Functions, because "$&" has a meaning in replacement strings.
    const page = template
      .replace(ENTRY, '')
      .replaceAll(PRELOADS, '')
      .replace(STYLES, () => `<style>${styles}</style>`)
      .replace(/<title>[^<]*<\/title>\s*/, '')
      .replace(/<meta name="description"[^>]*>\s*/, (tag) => (head.includes('name="description"') ? '' : tag))
      .replace(NOSCRIPT_TEXT, '')
      .replace('</head>', () => `${head}<script>${script}</script></head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>${state}`);
    return withSmallImages(page);
  }

  /** The page as it is, with something to do in a browser without scripts. */
  async function fillNoscript(queryClient: QueryClient, { pathname }: URL): Promise<string> {
    // A visitor: while the session is unknown, the header has an element for pages without scripts, which do not nest.
    queryClient.setQueryData(sessionQuery.queryKey, null);
    const markup = await render(<NeedsScripts queryClient={queryClient} location={pathname} />);
    const content = withSmallImages(markup.replace(HEAD, ''));
    return template.replace(NOSCRIPT_TEXT, () => `<noscript>${content}</noscript>`);
  }

  // React takes an image over with the address that it has.
  function withSmallImages(html: string): string {
    return html
      .replace(PRELOADED_IMAGES, '')
      .replace(SMALL_IMAGES, (_, start: string, path: string) => start + dataUrlOf(path));
  }
}

const renderApp = (queryClient: QueryClient, { pathname, search }: URL) =>
  render(
    <StrictMode>
      <StaticRouter location={pathname + search}>
        <App queryClient={queryClient} />
      </StaticRouter>
    </StrictMode>,
  );

async function render(element: ReactElement): Promise<string> {
  // Larger parts would be moved into place by inline scripts.
  const { prelude } = await prerenderToNodeStream(element, { progressiveChunkSize: Number.MAX_SAFE_INTEGER });
  return text(prelude);
}
