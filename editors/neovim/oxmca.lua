-- oxmca in Neovim: put this into `plugin/oxmca.lua` of your configuration, or call `dofile` on it.
--
-- `vim.g.oxmca` may have settings, `{ cpu = "znver4" }`, and `vim.g.oxmca_command` the command, `{ "oxmca", "lsp" }`.
-- For C, C++ and Rust, too, loops of the object stand beside their lines.

local filetypes = { "asm", "vmasm", "nasm", "gas", "c", "cpp", "rust" }

local namespace = vim.api.nvim_create_namespace("oxmca")

-- Neovim before 0.10 shows no hints of servers: they become virtual text at the ends of lines.
local function draw_hints(client, buffer)
  local last = vim.api.nvim_buf_line_count(buffer)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = { start = { line = 0, character = 0 }, ["end"] = { line = last, character = 0 } },
  }
  client.request("textDocument/inlayHint", params, function(_, hints)
    if not vim.api.nvim_buf_is_valid(buffer) then
      return
    end
    vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    for _, hint in ipairs(hints or {}) do
      local text = { { hint.label, "Comment" } }
      pcall(vim.api.nvim_buf_set_extmark, buffer, namespace, hint.position.line, 0, { virt_text = text })
    end
  end, buffer)
end

local function attached(client, buffer)
  if vim.lsp.inlay_hint then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    return
  end
  local waits = false
  local function later()
    if waits then
      return
    end
    waits = true
    vim.defer_fn(function()
      waits = false
      draw_hints(client, buffer)
    end, 100)
  end
  vim.api.nvim_create_autocmd({ "TextChanged", "TextChangedI", "BufWritePost" }, { buffer = buffer, callback = later })
  draw_hints(client, buffer)
end

local client_id = nil

local function start(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  local settings = vim.g.oxmca or vim.empty_dict()
  local config = {
    name = "oxmca",
    cmd = vim.g.oxmca_command or { "oxmca", "lsp" },
    root_dir = name ~= "" and vim.fn.fnamemodify(name, ":p:h") or vim.fn.getcwd(),
    init_options = settings,
    settings = { oxmca = settings },
    on_attach = attached,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  client_id = client_id or vim.lsp.start_client(config)
  if client_id then
    vim.lsp.buf_attach_client(buffer, client_id)
  end
end

vim.api.nvim_create_autocmd("FileType", {
  group = vim.api.nvim_create_augroup("oxmca", {}),
  pattern = filetypes,
  callback = function(event)
    start(event and event.buf or vim.api.nvim_get_current_buf())
  end,
})

-- `:OxmcaExplain`, `:OxmcaWhatIf`, `:OxmcaAllCpus` and `:OxmcaReport` show the text of the loop around the cursor in a window.
local function show(command)
  return function()
    local line = vim.api.nvim_win_get_cursor(0)[1] - 1
    local params = { textDocument = vim.lsp.util.make_text_document_params() }
    vim.lsp.buf_request(0, "textDocument/codeLens", params, function(_, lenses)
      local best = nil
      for _, lens in ipairs(lenses or {}) do
        -- The last one that begins at or above the cursor, else the first.
        if lens.command.command == command and (not best or lens.range.start.line <= line) then
          best = lens
        end
      end
      if not best then
        vim.notify("oxmca: there is no loop in this text")
        return
      end
      local call = { command = command, arguments = best.command.arguments }
      vim.lsp.buf_request(0, "workspace/executeCommand", call, function(err, text)
        if err then
          vim.notify("oxmca: " .. err.message)
          return
        end
        vim.cmd("new")
        vim.bo.buftype, vim.bo.bufhidden = "nofile", "wipe"
        vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
      end)
    end)
  end
end

vim.api.nvim_create_user_command("OxmcaExplain", show("oxmca.explain"), {})
vim.api.nvim_create_user_command("OxmcaWhatIf", show("oxmca.whatIf"), {})
vim.api.nvim_create_user_command("OxmcaAllCpus", show("oxmca.allCpus"), {})
vim.api.nvim_create_user_command("OxmcaReport", show("oxmca.report"), {})
