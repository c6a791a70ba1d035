import { InputAdornment } from '@mui/material';
import Search from 'lucide-react/icons/search';
import { TextInput, type TextInputProps } from 'react-admin';

export function SearchInput(props: TextInputProps) {
  return (
    <TextInput
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
