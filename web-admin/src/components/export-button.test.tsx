import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toastStore } from '@fasocolis/web-kit/toast-store';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { downloadWorkbook, ExportButton } from './export-button.tsx';

const WAIT = 'Un autre export est en cours. Réessayez dans 1 minute.';
const server = createServer(({ url }, response) =>
  url === '/api/busy/export/excel'
    ? response.writeHead(429).end(JSON.stringify({ message: WAIT, code: 'too-many-requests' }))
    : response.writeHead(500).end('{"message":"Erreur interne"}'),
);

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  // In a browser the API has the page's own origin.
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => fetch(new URL(path, `http://127.0.0.1:${port}`), init));
});

afterEach(cleanup);
afterAll(async () => {
  vi.unstubAllGlobals();
  await new Promise((closed) => server.close(closed));
});

it('a failed export throws an error with a message of ours and shows it to the administrator [ADM-USR-015, ERR-079]', async () => {
  await expect(downloadWorkbook('/api/users/export/excel', 'utilisateurs.xlsx')).rejects.toMatchObject({
    message: "Erreur lors de l'exportation Excel",
    status: 500,
  });

  render(
    <CoreAdminContext>
      <ExportButton address="/api/users/export/excel" fileName="utilisateurs.xlsx" success="Exporté" />
    </CoreAdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Exporter en Excel' }));
  await waitFor(() =>
    expect(toastStore.getSnapshot()).toMatchObject({
      title: "Échec de l'exportation",
      description: "Une erreur s'est produite lors de l'exportation des données",
      variant: 'destructive',
    }),
  );
});

it('an export during another one shows when to try again', async () => {
  render(
    <CoreAdminContext>
      <ExportButton address="/api/busy/export/excel" fileName="utilisateurs.xlsx" success="Exporté" />
    </CoreAdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Exporter en Excel' }));
  await waitFor(() =>
    expect(toastStore.getSnapshot()).toMatchObject({ title: "Échec de l'exportation", description: WAIT }),
  );
});
