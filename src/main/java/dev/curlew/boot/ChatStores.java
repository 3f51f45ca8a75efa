package dev.curlew.boot;

import dev.curlew.store.Heads;
import dev.curlew.store.chat.BurnStore;
import dev.curlew.store.chat.ChangeLog;
import dev.curlew.store.chat.ClaimStore;
import dev.curlew.store.chat.ConversationStore;
import dev.curlew.store.chat.DestructStore;
import dev.curlew.store.chat.MessageChanges;
import dev.curlew.store.chat.MessageMarks;
import dev.curlew.store.chat.MessageStore;
import dev.curlew.store.chat.SeqStore;
import dev.curlew.store.chat.SeqUserStore;

/** Where single chats and notifications are kept, and what each member has set and read, of groups too. */
record ChatStores(
        ClaimStore claims,
        SeqStore seqs,
        SeqUserStore users,
        MessageStore messages,
        MessageMarks marks,
        MessageChanges changes,
        ConversationStore conversations,
        BurnStore burns,
        DestructStore destruct,
        ChangeLog changeLog,
        Heads heads) {}
