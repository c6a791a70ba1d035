import { Box, InputAdornment } from '@mui/material';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { FilterLiveForm, TextInput, type TextInputProps } from 'react-admin';

export function SearchInput(props: Partial<TextInputProps>) {
  return (
    <TextInput
      source="q"
      type="search"
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search aria-hidden size={20} />
            </InputAdornment>
          ),
        },
      }}
      {...props}
    />
  );
}

/** The only filter of a list. */
export const ListSearch = (props: Partial<TextInputProps>) => (
  <FilterLiveForm>
    <SearchInput {...props} />
  </FilterLiveForm>
);

export const Filters = ({ sx = {}, children }: { sx?: object; children: ReactNode }) => (
  <Box sx={[filterStyle, sx]}>
    <FilterLiveForm>{children}</FilterLiveForm>
  </Box>
);

const filterStyle = {
  '& form': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 },
  '& .ra-input': { flex: '1 1 200px', maxWidth: { sm: 320 } },
} as const;
