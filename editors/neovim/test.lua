-- Opens a file with the settings beside this file, and prints what a person would see. `scripts/editors` runs it.
-- The environment has the folder of the test in OXMCA_TEST, and the server in OXMCA_LSP.

local folder = assert(vim.env.OXMCA_TEST)
vim.g.oxmca_command = { assert(vim.env.OXMCA_LSP) }
vim.g.oxmca = { cpu = "skylake", modelOf = "llvm", answers = "result" }
dofile(vim.env.OXMCA_SETTINGS)
vim.cmd("filetype on")

local function fail(text)
  io.stderr:write("neovim: " .. text .. "\n")
  vim.cmd("cquit 1")
end

local function wait_for(what, is_there)
  if not vim.wait(20000, is_there, 50) then
    fail("there is no " .. what)
  end
end

vim.cmd("edit " .. folder .. "/loop.s")
vim.bo.filetype = "asm"
local buffer = vim.api.nvim_get_current_buf()

-- Hints: those of the editor from 0.10 on, else virtual text.
local function hints()
  if vim.lsp.inlay_hint then
    local found = {}
    for _, it in ipairs(vim.lsp.inlay_hint.get({ bufnr = buffer })) do
      table.insert(found, { it.inlay_hint.position.line, it.inlay_hint.label })
    end
    return found
  end
  local namespace = vim.api.nvim_get_namespaces().oxmca
  local found = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, { details = true })) do
    table.insert(found, { mark[2], mark[4].virt_text[1][1] })
  end
  return found
end

wait_for("hint", function()
  return #hints() > 0
end)
local hint = hints()[1]
print(("hint on line %d: %s"):format(hint[1] + 1, hint[2]))
if hint[2] ~= "4.00 cycles per iteration, limited by chain through %xmm0" then
  fail("another hint was expected")
end

wait_for("diagnostic", function()
  return #vim.diagnostic.get(buffer) > 0
end)
local diagnostic = vim.diagnostic.get(buffer)[1]
print(("diagnostic on line %d: %s"):format(diagnostic.lnum + 1, diagnostic.message))
if diagnostic.message ~= "invalid instruction mnemonic 'frobq'" then
  fail("another diagnostic was expected")
end

local function ask(method, params)
  params.textDocument = { uri = vim.uri_from_bufnr(buffer) }
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000) or {}
  for _, answer in pairs(answers) do
    return answer.result
  end
end

local hover = ask("textDocument/hover", { position = { line = 2, character = 3 } })
if not hover or not hover.contents.value:find("| Latency | 4 cycles |", 1, true) then
  fail("the hover has no latency")
end
print("hover: " .. hover.contents.value:gsub("\n", " "):sub(1, 60))

local definition = ask("textDocument/definition", { position = { line = 4, character = 6 } })
if not definition or definition[1].range.start.line ~= 1 then
  fail("the label is not found")
end
print("definition on line " .. definition[1].range.start.line + 1)

-- An edit changes the hint.
vim.api.nvim_buf_set_lines(buffer, 3, 3, false, { "\taddss\t%xmm1, %xmm0" })
vim.cmd("doautocmd TextChanged")
wait_for("new hint", function()
  local found = hints()[1]
  return found and found[2]:find("8.00 cycles", 1, true) ~= nil
end)
print("after an edit: " .. hints()[1][2])

vim.cmd("OxmcaExplain")
wait_for("explanation", function()
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  return text:find("Limited by:", 1, true) ~= nil
end)
print("explanation shown")
vim.cmd("qall!")
