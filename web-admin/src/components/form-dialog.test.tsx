import { ThemeProvider } from '@mui/material';
import { fireEvent, waitFor } from '@testing-library/react';
import { CoreAdminContext, EditBase, TextInput, testDataProvider, useEditContext } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { theme } from '../app/theme.ts';
import { FormDialog } from './form-dialog.tsx';

const Schema = z.object({ name: z.string(), price: z.string() });

afterEach(() => vi.unstubAllGlobals());

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`);

/** Waits for the moment at which a field appears. */
const appeared = (name: string) =>
  new Promise<HTMLInputElement>((resolve) => {
    const observer = new MutationObserver(() => {
      const found = field(name);
      if (!found) return;
      observer.disconnect();
      resolve(found);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });

function Price() {
  const { refetch } = useEditContext();
  return <TextInput source="price" onFocus={() => void refetch()} />;
}

it('text typed right after a dialog opened is kept, also when a newer record arrives', async () => {
  // The tools of the testing library would wait until the form is idle.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const prices = ['15 000 FCFA', '12 000 FCFA'];
  const dataProvider = testDataProvider({
    // @ts-expect-error -- generic in the row, which is this one here
    getOne: async () => ({ data: { id: 7, name: 'Écouteurs', price: prices.shift() } }),
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const name = appeared('name');
  root.render(
    <CoreAdminContext dataProvider={dataProvider}>
      <ThemeProvider theme={theme}>
        <EditBase
          resource="products"
          id={7}
          redirect={false}
          render={({ record }) =>
            record && (
              <FormDialog title="Modifier" schema={Schema} submitLabel="Enregistrer" onClose={() => {}}>
                <TextInput source="name" />
                <Price />
              </FormDialog>
            )
          }
        />
      </ThemeProvider>
    </CoreAdminContext>,
  );

  fireEvent.change(await name, { target: { value: 'Casque' } });
  expect(document.activeElement).toBe(field('name'));
  field('price')?.focus();
  await waitFor(() => expect(field('price')?.value).toBe('12 000 FCFA'));
  expect(field('name')?.value).toBe('Casque');
  expect(document.activeElement).toBe(field('price'));
  root.unmount();
}, 20_000);
