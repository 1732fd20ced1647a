import { useRef } from 'react';
import { useAddressSearch } from '#web/lib/use-address-search.ts';
import { useLater } from '#web/lib/use-later.ts';
import { useOpened } from '#web/lib/use-opened.ts';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { ListBar } from '#web/ui/lists/ListBar.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { AddTranscription, type AddTranscriptionHandle } from './add/AddTranscription.tsx';
import { CallDrawer } from './call/CallDrawer.tsx';
import { callInFull } from './call/call-in-full.ts';
import { CallFilters } from './list/CallFilters.tsx';
import { CallList } from './list/CallList.tsx';
import { shownCalls, useCallFilter } from './list/use-call-filter.ts';

/** The Call Transcriptions screen: every call on record, searched and filtered by the address, and one opened over the list. */
export function Transcriptions() {
  const { search, words, type } = useAddressSearch();
  const { opened, place, open, close } = useOpened('call', 'turn');
  const { filter } = useCallFilter();
  useLater(callInFull, false);
  const add = useRef<AddTranscriptionHandle>(null);
  return (
    <PageFrame
      title="Call Transcriptions"
      hint="What was said in every call, and what it was about"
      actions={
        <>
          <ExportMenu noun="transcription" where={shownCalls(search, filter)} />
          <AddTranscription ref={add} />
        </>
      }
    >
      <ListBar
        search={
          <SearchField label="Search calls" placeholder="Search title, summary, tags and what was said..." value={words} onChange={type} />
        }
      >
        <CallFilters />
      </ListBar>
      <CallList search={search} onOpen={open} onAdd={() => add.current?.open()} />
      {opened && <CallDrawer key={`${opened} ${place}`} id={opened} turn={place} onClose={close} />}
    </PageFrame>
  );
}
