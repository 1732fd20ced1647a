import { useRef } from 'react';
import { usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useOwners } from '#web/lib/use-owners.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';
import { Permitted } from '#web/session/session.tsx';
import { OwnersSwitch } from '#web/ui/fields/OwnersSwitch.tsx';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { ListToolbar } from '#web/ui/lists/ListToolbar.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { AddTranscription, type AddTranscriptionHandle } from './add/AddTranscription.tsx';
import { CallDetail, CallDrawer } from './call/CallDrawer.tsx';
import { CallFilters, shownCalls, useCallFilter } from './list/CallFilters.tsx';
import { CallList } from './list/CallList.tsx';

/** The Call Transcriptions screen: every call on record, searched and filtered by the address, and one opened over the list. */
export function Transcriptions() {
  const { search, text, setText } = useSearchParam();
  const { opened, anchor, open, close } = useDrawerParam('call', 'turn');
  const choice = useOwners('transcription');
  const { filter } = useCallFilter();
  usePreloadWhenIdle(CallDetail);
  const add = useRef<AddTranscriptionHandle>(null);
  return (
    <PageLayout
      title="Call Transcriptions"
      hint="Every call with its transcript, summary and tags"
      actions={
        <>
          <OwnersSwitch {...choice} />
          <ExportMenu entity="transcription" where={shownCalls(search, filter)} owners={choice.owners} />
          <Permitted to="transcription.change">
            <AddTranscription ref={add} />
          </Permitted>
        </>
      }
    >
      <ListToolbar
        search={
          <SearchField
            label="Search calls"
            placeholder="Search titles, summaries, tags and transcripts..."
            value={text}
            onChange={setText}
          />
        }
      >
        <CallFilters />
      </ListToolbar>
      <CallList search={search} owners={choice.owners} onOpen={open} onAdd={() => add.current?.open()} />
      {opened && <CallDrawer key={`${opened} ${anchor}`} id={opened} turn={anchor} onClose={close} />}
    </PageLayout>
  );
}
